import { dateTime, stateLabel } from "../lib/format";
import type { Parcel, State } from "../types";

const PATH: State[] = ["created", "accepted", "in_transit", "out_for_delivery", "delivered"];

type Step = "past" | "now" | "ahead";

function stepOf(index: number, current: number): Step {
  if (index < current) return "past";
  return index === current ? "now" : "ahead";
}

/** The usual path, or for a parcel that left it, one line that says so. */
export function Timeline({ parcel }: { parcel: Parcel }) {
  const current = PATH.indexOf(parcel.state);
  if (current === -1) {
    return (
      <p className="timeline off-path" role="status">
        {stateLabel(parcel.state)} since {dateTime(parcel.asOf)}
      </p>
    );
  }
  return (
    <ol className="timeline" aria-label="Progress of the parcel">
      {PATH.map((state, index) => {
        const step = stepOf(index, current);
        return (
          <li key={state} className={step} aria-current={step === "now" ? "step" : undefined}>
            {stateLabel(state)}
            {step === "now" && <time dateTime={parcel.asOf}>{dateTime(parcel.asOf)}</time>}
          </li>
        );
      })}
    </ol>
  );
}
