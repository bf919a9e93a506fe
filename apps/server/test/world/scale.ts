const isFull = process.env['PROOF'] === 'full';
const SHARE = 50;
const SECOND_MS = 1000;

/** How often to try: the whole count with PROOF=full, a fiftieth of it (at least once) otherwise. */
export const times = (all: number): number => (isFull ? all : Math.max(1, Math.ceil(all / SHARE)));

/** A time limit that grows with the count: so many seconds for the small proof, as many times more for the full one. */
export const within = (seconds: number): number => seconds * SECOND_MS * (isFull ? SHARE : 1);

/** A sweep that is always whole takes some ten seconds; a busy machine may need many times that. */
export const SWEEP_MS = 180_000;

/** The numbers of a proof, in the one form that `npm run prove` gathers. */
export function figure(id: string, name: string, value: number | string): void {
  console.log(`figure ${id} ${name} = ${value}`);
}
