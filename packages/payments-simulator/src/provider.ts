import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bank, BankEvent } from './bank.ts';
import type { ProviderName } from './control.ts';
import type { Deliveries } from './deliveries.ts';

export interface ProviderContext {
  bank: Bank;
  deliveries: Deliveries;
  /** Address of the simulator, for payment pages. */
  pageUrl(chargeId: string): string;
}

/** One simulated provider: its calls, and its webhook for each event of the bank. */
export interface SimulatedProvider {
  name: ProviderName;
  /** Registers the calls below the provider's base path. */
  routes(app: FastifyInstance): void;
  /** Sends the webhook of an event, if the product registered one. */
  notify(event: BankEvent): void;
  /** Address to which webhooks go; undefined before it is registered. */
  webhookUrl(): string | undefined;
  /** Sets the webhook as a person does in the provider's panel. */
  setWebhook(url: string, secret?: string): void;
  /** The body of an error, as the provider words it. */
  error(status: number): unknown;
  reset(): void;
}

export type Call = FastifyRequest<{
  Body: Record<string, unknown>;
  Params: Record<string, string>;
  Querystring: Record<string, string>;
}>;
/** A text field of a request; empty if it is absent or no text. */
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
export interface Result {
  status: number;
  body: unknown;
}
export const answer = (reply: FastifyReply, status: number, body: unknown) => reply.code(status).send(body);
