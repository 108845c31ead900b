import { useState } from "react";

import { SearchBox } from "../components/SearchBox";
import { Timeline } from "../components/Timeline";
import { useParcel } from "../hooks/useParcel";
import { normaliseNumber, window as etaWindow } from "../lib/format";

function fromPath(path: string): string | null {
  const match = /^\/p\/([^/]+)$/.exec(path);
  return match ? normaliseNumber(decodeURIComponent(match[1])) : null;
}

export function TrackPage() {
  const [number, setNumber] = useState(() => fromPath(location.pathname));
  const { parcel, problem, loading } = useParcel(number);

  function search(next: string): void {
    history.pushState(null, "", `/p/${next}`);
    setNumber(next);
  }

  return (
    <main>
      <h1>Where is my parcel?</h1>
      <SearchBox initial={number ?? ""} onSearch={search} />
      {loading && <p aria-busy="true">Looking …</p>}
      {problem && (
        <p role="alert">
          {problem.message}
          {problem.requestId && <small> Reference {problem.requestId}</small>}
        </p>
      )}
      {parcel && (
        <section aria-label={`Parcel ${parcel.trackingNo}`}>
          <Timeline parcel={parcel} />
          {parcel.eta && <p className="eta">Expected {etaWindow(parcel.eta)}</p>}
        </section>
      )}
    </main>
  );
}
