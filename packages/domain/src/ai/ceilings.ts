import { no, ok, type Result } from '../kit/result.ts';

/**
 * A ceiling of a company, a conversation or a contact in one period. Amounts are whole numbers: calls, turns, or
 * millionths of the currency.
 */
export interface Ceiling {
  /** Null: no ceiling. */
  limit: number | null;
  used: number;
  /** Promised to calls under way. */
  reserved: number;
}

/** Share of the limit at which admins are notified. */
const NEAR = 0.8;

/** Takes an amount before the call. Two calls can never promise the same rest. */
export function reserve(ceiling: Ceiling, amount: number): Result<Ceiling, 'reached'> {
  const wanted = Math.max(0, Math.ceil(amount));
  const total = ceiling.used + ceiling.reserved + wanted;
  if (ceiling.limit !== null && total > ceiling.limit) return no('reached');
  return ok({ ...ceiling, reserved: ceiling.reserved + wanted });
}

/** Replaces what was reserved by what was used; 0 for a call that was not carried out. */
export const settle = (ceiling: Ceiling, reserved: number, used: number): Ceiling => ({
  ...ceiling,
  reserved: Math.max(0, ceiling.reserved - Math.max(0, Math.ceil(reserved))),
  used: ceiling.used + Math.max(0, Math.ceil(used)),
});

/** Whether this change crossed 80 % of the limit: admins are notified once. */
export const crossedNear = (before: Ceiling, after: Ceiling): boolean =>
  after.limit !== null && before.used < after.limit * NEAR && after.used >= after.limit * NEAR;

/** Price of a model in millionths of the currency per million tokens. */
export interface TokenPrice {
  input: number;
  output: number;
}
export interface Tokens {
  input: number;
  output: number;
}
const MILLION = 1_000_000;

/** Millionths of the currency, rounded up. */
export const costOf = (tokens: Tokens, price: TokenPrice): number =>
  Math.ceil((tokens.input * price.input + tokens.output * price.output) / MILLION);

/** Portuguese has about four characters per token; three keeps the reservation above what is used. */
const CHARACTERS_PER_TOKEN = 3;
const TOKENS_PER_TURN = 8;

/** The tokens that a call may use at most, for its reservation. */
export const estimateTokens = (system: string, turns: readonly { text: string }[], maxTokens: number): Tokens => ({
  input: turns.reduce(
    (sum, { text }) => sum + TOKENS_PER_TURN + Math.ceil(text.length / CHARACTERS_PER_TOKEN),
    TOKENS_PER_TURN + Math.ceil(system.length / CHARACTERS_PER_TOKEN),
  ),
  output: maxTokens,
});
