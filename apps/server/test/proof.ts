/** The catalogue of checks counts in thousands: every run takes a fiftieth, `npm run prove` takes them all. */
export const proofs = (all: number): number => (process.env['PROOF'] === 'full' ? all : Math.ceil(all / 50));

/** A figure of the catalogue, printed for whoever compares runs. */
export const figure = (check: string, what: string): void => console.log(`figure ${check}: ${what}`);

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
