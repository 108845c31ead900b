import { useEffect, useState } from "react";

import { ApiError, getParcel } from "../api/client";
import { TERMINAL, type Parcel, type Problem } from "../types";

const POLL_MS = 30_000;
const MAX_DELAY_MS = 300_000;

export interface ParcelView {
  parcel: Parcel | null;
  problem: Problem | null;
  loading: boolean;
}

const EMPTY: ParcelView = { parcel: null, problem: null, loading: false };

/** Follows a parcel until its state is final; slows down while the api does not answer. */
export function useParcel(trackingNo: string | null): ParcelView {
  const [view, setView] = useState<ParcelView>(EMPTY);

  useEffect(() => {
    if (trackingNo === null) {
      setView(EMPTY);
      return;
    }
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delay = POLL_MS;

    async function poll(number: string): Promise<void> {
      try {
        const parcel = await getParcel(number, controller.signal);
        delay = POLL_MS;
        setView({ parcel, problem: null, loading: false });
        if (TERMINAL.has(parcel.state)) return;
      } catch (error) {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        setView((old) => ({ ...old, problem: error.problem, loading: false }));
        if (!error.retryable) return;
        delay = Math.min(delay * 2, MAX_DELAY_MS);
      }
      timer = setTimeout(() => void poll(number), delay);
    }

    setView({ ...EMPTY, loading: true });
    void poll(trackingNo);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [trackingNo]);

  return view;
}
