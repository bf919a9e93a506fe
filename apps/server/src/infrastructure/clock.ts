/** Source of the current time; tests replace it with a fixed clock. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };
