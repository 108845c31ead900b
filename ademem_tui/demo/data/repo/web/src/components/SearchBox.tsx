import { useState, type FormEvent } from "react";

import { normaliseNumber } from "../lib/format";

interface Props {
  initial: string;
  onSearch: (trackingNo: string) => void;
}

export function SearchBox({ initial, onSearch }: Props) {
  const [text, setText] = useState(initial);
  const [invalid, setInvalid] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const number = normaliseNumber(text);
    setInvalid(number === null);
    if (number !== null) onSearch(number);
  }

  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor="number">Tracking number</label>
      <input
        id="number"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-invalid={invalid}
        aria-describedby={invalid ? "number-help" : undefined}
        autoComplete="off"
        placeholder="HB 000 000 000"
      />
      <button type="submit">Track</button>
      {invalid && <p id="number-help">A number is HB followed by nine digits.</p>}
    </form>
  );
}
