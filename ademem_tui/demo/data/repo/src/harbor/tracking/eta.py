"""When a parcel will probably arrive: business days per carrier, counted from the hand-over."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from harbor.tracking.states import State


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a carrier delivers: usual and worst number of business days, and when its day ends."""

    usual: int
    worst: int
    cutoff_hour: int
    zone: str
    saturdays: bool = False


CARRIERS = {
    "northpost": Delivery(usual=2, worst=4, cutoff_hour=16, zone="Europe/Berlin", saturdays=True),
    "swiftline": Delivery(usual=1, worst=2, cutoff_hour=19, zone="Europe/Amsterdam"),
    "kestrel": Delivery(usual=3, worst=7, cutoff_hour=12, zone="Europe/Lisbon"),
}


def _works(day: date, delivery: Delivery, holidays: Collection[date]) -> bool:
    last_workday = 5 if delivery.saturdays else 4
    return day.weekday() <= last_workday and day not in holidays


def add_business_days(
    start: date, count: int, delivery: Delivery, holidays: Collection[date]
) -> date:
    day = start
    while count > 0:
        day += timedelta(days=1)
        if _works(day, delivery, holidays):
            count -= 1
    return day


def estimate(
    carrier: str, state: State, as_of: datetime, holidays: Collection[date] = ()
) -> tuple[date, date] | None:
    """The earliest and latest likely day, or None where no promise makes sense."""
    if state in (State.CREATED, State.DELIVERED, State.RETURNED, State.LOST):
        return None
    delivery = CARRIERS[carrier]
    local = as_of.astimezone(ZoneInfo(delivery.zone))
    if state is State.OUT_FOR_DELIVERY:
        return local.date(), add_business_days(local.date(), 1, delivery, holidays)
    late = 1 if local.hour >= delivery.cutoff_hour else 0
    return (
        add_business_days(local.date(), delivery.usual + late, delivery, holidays),
        add_business_days(local.date(), delivery.worst + late, delivery, holidays),
    )
