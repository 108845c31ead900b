// Mirrors harbor.tracking.states.State and the answers of harbor.api.parcels.

export const STATES = [
  "created",
  "accepted",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "returned",
  "lost",
] as const;

export type State = (typeof STATES)[number];

/** The states after which nothing changes any more. "lost" is not one of them. */
export const TERMINAL: ReadonlySet<State> = new Set<State>(["delivered", "returned"]);

export interface Parcel {
  trackingNo: string;
  carrier: string;
  state: State;
  /** ISO time in UTC. */
  asOf: string;
  /** First and last likely day (ISO dates), or null where there is no promise. */
  eta: [string, string] | null;
}

export interface Problem {
  status: number;
  message: string;
  /** From the x-request-id header, to be quoted to support. */
  requestId: string | null;
}

export function isState(value: unknown): value is State {
  return typeof value === "string" && (STATES as readonly string[]).includes(value);
}
