import type { Readable } from 'node:stream';
import type { Channel } from '../port.ts';
import type { UploadBudget } from '../upload-budget.ts';
import type { Graph, MetaApp } from './graph.ts';

/** Methods that differ between Meta's channels; authentication is the same for all. */
export type MetaKind = Pick<
  Channel,
  | 'parse'
  | 'send'
  | 'fetchMedia'
  | 'findNumber'
  | 'edit'
  | 'remove'
  | 'markRead'
  | 'typing'
  | 'check'
  | 'register'
  | 'templates'
  | 'profile'
>;
export interface MetaKindDeps {
  graph: Graph;
  app: MetaApp;
  /** Base URL of the Graph API; files of the same origin may be downloaded (a simulator serves them itself). */
  graphUrl: string;
  openFile(key: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  uploads: UploadBudget;
}
