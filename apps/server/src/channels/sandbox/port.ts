/** What a room may ask of the simulated phones; who answers is decided in wiring. */
import type { Language } from '@balcao/contract';
import type {
  sandbox,
  SandboxAction,
  SandboxConnection,
  SandboxCustomer,
  SandboxMessage,
} from '@balcao/contract/endpoints/sandbox';
import type { z } from 'zod';
import type { Account, Peer } from '../port.ts';

export interface SandboxControl {
  /** What the network holds of an account. */
  getAccountState(
    account: Account,
    language: Language,
  ): Promise<Pick<SandboxConnection, 'session' | 'now' | 'clockAheadHours' | 'waiting' | 'faults' | 'customers'>>;
  /** Waits some seconds for news when the revision is the one that is known. */
  thread(
    account: Account,
    customerId: string,
    options: { knows?: number | undefined; language: Language },
  ): Promise<{ revision: number; customer: SandboxCustomer; messages: SandboxMessage[] }>;
  media(account: Account, ref: string): Promise<{ mime: string; fileName: string; base64: string }>;
  act(account: Account, act: z.output<typeof SandboxAction>): Promise<{ wid: string | null }>;
  newCustomer(
    account: Account,
    draft: z.output<typeof sandbox.newCustomer.body>,
    language: Language,
  ): Promise<SandboxCustomer>;
  scripts(language: Language): z.input<typeof sandbox.scripts.reply>;
  run(account: Account, scriptId: string, customerId: string): Promise<{ steps: number }>;
  advance(account: Account, hours: number): Promise<{ now: string; clockAheadHours: number }>;
  /** How the channel names this customer to us. */
  peer(account: Account, customerId: string): Promise<Peer>;
}
