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
