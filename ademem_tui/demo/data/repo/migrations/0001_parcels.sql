-- Accounts, parcels and the events carriers send about them.
CREATE TABLE accounts (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name        text NOT NULL,
    plan        text NOT NULL DEFAULT 'standard' CHECK (plan IN ('standard', 'volume')),
    created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE parcels (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id   bigint NOT NULL REFERENCES accounts (id),
    tracking_no  text NOT NULL UNIQUE CHECK (tracking_no ~ '^HB[0-9]{9}$'),
    carrier      text NOT NULL,
    recipient    text NOT NULL,
    locale       text NOT NULL DEFAULT 'en',
    state        text NOT NULL DEFAULT 'created',
    as_of        timestamptz NOT NULL DEFAULT now(),
    created_at   timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE parcel_events (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    parcel_id    bigint NOT NULL REFERENCES parcels (id) ON DELETE CASCADE,
    carrier      text NOT NULL,
    external_id  text,
    state        text NOT NULL,
    place        text NOT NULL DEFAULT '',
    at           timestamptz NOT NULL,
    received_at  timestamptz NOT NULL DEFAULT now(),
    UNIQUE NULLS NOT DISTINCT (parcel_id, carrier, external_id, state, at)
);

CREATE INDEX parcels_account_state ON parcels (account_id, state);
CREATE INDEX parcel_events_timeline ON parcel_events (parcel_id, at DESC);
