/** Port of the simulated phones for modules; wiring chooses the implementation. */
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
  /** State of an account in the network. */
  getAccountState(
    account: Account,
    language: Language,
  ): Promise<Pick<SandboxConnection, 'session' | 'now' | 'clockAheadHours' | 'waiting' | 'faults' | 'customers'>>;
  /** If `knows` is the current revision, waits some seconds for a change. */
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
  /** The customer's identities on the channel. */
  peer(account: Account, customerId: string): Promise<Peer>;
}
