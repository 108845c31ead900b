import type { State } from "../types";

const LABELS: Record<State, string> = {
  created: "Announced",
  accepted: "Handed over",
  in_transit: "On its way",
  out_for_delivery: "Out for delivery",
  delivered: "Delivered",
  returned: "Sent back",
  lost: "Being searched for",
};

export function stateLabel(state: State): string {
  return LABELS[state];
}

export function dateTime(iso: string, locale = navigator.language): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );
}

/** A calendar day has no timezone: it is built from its parts, never parsed as an instant. */
export function day(isoDate: string, locale = navigator.language): string {
  const [year, month, date] = isoDate.split("-").map(Number);
  return new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short" }).format(
    new Date(year, month - 1, date),
  );
}

export function window(eta: [string, string], locale?: string): string {
  const [first, last] = eta;
  return first === last ? day(first, locale) : `${day(first, locale)} – ${day(last, locale)}`;
}

/** "hb 000 000 017" is what people type; HB000000017 is what the api takes. */
export function normaliseNumber(input: string): string | null {
  const compact = input.replace(/[\s-]/g, "").toUpperCase();
  return /^HB\d{9}$/.test(compact) ? compact : null;
}
