-- The job queue. A row is claimed with FOR UPDATE SKIP LOCKED and leased for a while.
CREATE TABLE jobs (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind        text NOT NULL,
    dedupe_key  text,
    payload     jsonb NOT NULL DEFAULT '{}'::jsonb,
    attempts    integer NOT NULL DEFAULT 0,
    run_at      timestamptz NOT NULL DEFAULT now(),
    leased_to   timestamptz,
    done_at     timestamptz,
    last_error  text
);

-- A key is free again once its job is done, so that next month's invoice can reuse it.
CREATE UNIQUE INDEX jobs_dedupe ON jobs (kind, dedupe_key)
    WHERE done_at IS NULL AND dedupe_key IS NOT NULL;

CREATE INDEX jobs_ready ON jobs (run_at) WHERE done_at IS NULL;
