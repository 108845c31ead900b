-- One invoice per account and month. Amounts are integer cents.
CREATE TABLE invoices (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id   bigint NOT NULL REFERENCES accounts (id),
    period       date NOT NULL CHECK (extract(day FROM period) = 1),
    delivered    integer NOT NULL CHECK (delivered >= 0),
    net_cents    bigint NOT NULL CHECK (net_cents >= 0),
    tax_cents    bigint NOT NULL CHECK (tax_cents >= 0),
    issued_at    timestamptz NOT NULL DEFAULT now(),
    UNIQUE (account_id, period)
);

CREATE TABLE invoice_lines (
    invoice_id   bigint NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
    position     integer NOT NULL,
    label        text NOT NULL,
    quantity     integer NOT NULL,
    unit_cents   bigint NOT NULL,
    PRIMARY KEY (invoice_id, position)
);
