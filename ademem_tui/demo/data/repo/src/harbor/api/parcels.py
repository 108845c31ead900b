"""Routes about parcels. Public tracking shows no recipient; senders see their own parcels."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path
from pydantic import BaseModel, Field

from harbor.auth.guard import require, same_account
from harbor.auth.tokens import Claims, Role
from harbor.db import Parcel, connection, find, insert
from harbor.tracking.carriers import ADAPTERS
from harbor.tracking.eta import estimate

router = APIRouter(prefix="/parcels", tags=["parcels"])

TrackingNo = Annotated[str, Path(pattern=r"^HB[0-9]{9}$")]
Sender = Annotated[Claims, Depends(require(Role.SENDER))]


class NewParcel(BaseModel):
    tracking_no: str = Field(pattern=r"^HB[0-9]{9}$")
    carrier: str
    recipient: str = Field(min_length=3, max_length=254)


def _public(parcel: Parcel) -> dict[str, Any]:
    window = estimate(parcel.carrier, parcel.now.state, parcel.now.as_of)
    return {
        "trackingNo": parcel.tracking_no,
        "carrier": parcel.carrier,
        "state": parcel.now.state,
        "asOf": parcel.now.as_of.isoformat(),
        "eta": [day.isoformat() for day in window] if window else None,
    }


@router.get("/{tracking_no}")
def track(tracking_no: TrackingNo) -> dict[str, Any]:
    with connection() as conn:
        parcel = find(conn, tracking_no)
    if parcel is None:
        raise HTTPException(404, "not found")
    return _public(parcel)


@router.get("/{tracking_no}/recipient")
def recipient(tracking_no: TrackingNo, claims: Sender) -> dict[str, str]:
    with connection() as conn:
        parcel = find(conn, tracking_no)
    if parcel is None:
        raise HTTPException(404, "not found")
    same_account(claims, parcel.account_id)
    return {"recipient": parcel.recipient}


@router.post("", status_code=201)
def create(body: NewParcel, claims: Sender) -> dict[str, Any]:
    if body.carrier not in ADAPTERS:
        raise HTTPException(422, "unknown carrier")
    with connection() as conn:
        if find(conn, body.tracking_no) is not None:
            raise HTTPException(409, "tracking number is taken")
        parcel = insert(conn, claims.account_id, body.tracking_no, body.carrier, body.recipient)
    return _public(parcel)
