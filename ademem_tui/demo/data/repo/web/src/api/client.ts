import { isState, type Parcel, type Problem } from "../types";

const BASE = "/api";
const TIMEOUT_MS = 8_000;

export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
    this.name = "ApiError";
  }

  get retryable(): boolean {
    const { status } = this.problem;
    return status === 0 || status === 429 || status >= 500;
  }
}

/** Aborts when the caller does or when the time is up, whichever is first. */
function withTimeout(outer: AbortSignal | undefined): { signal: AbortSignal; done: () => void } {
  const inner = new AbortController();
  const abort = () => inner.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: inner.signal,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}

function readParcel(data: unknown): Parcel {
  const parcel = data as Parcel;
  if (!isState(parcel?.state)) {
    throw new ApiError({ status: 0, message: "The answer cannot be read.", requestId: null });
  }
  return parcel;
}

export async function getParcel(trackingNo: string, outer?: AbortSignal): Promise<Parcel> {
  const { signal, done } = withTimeout(outer);
  try {
    const response = await fetch(`${BASE}/parcels/${encodeURIComponent(trackingNo)}`, { signal });
    if (!response.ok) {
      const requestId = response.headers.get("x-request-id");
      const message = response.status === 404 ? "No such parcel." : "Tracking is not available.";
      throw new ApiError({ status: response.status, message, requestId });
    }
    return readParcel(await response.json());
  } catch (error) {
    if (error instanceof ApiError || outer?.aborted) throw error;
    throw new ApiError({ status: 0, message: "No connection.", requestId: null });
  } finally {
    done();
  }
}
