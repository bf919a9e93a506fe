import type { ParsedRequest, Access, Endpoint, Group, Language, Reply } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';

/** A file that was sent, whole and within the limit; its type is for the receiver to find out from the bytes. */
export interface Upload {
  bytes: Buffer;
  fileName: string;
}

/** A file that was sent among others; its bytes wait in a temporary file until the answer is given. */
export interface SentFile {
  path: string;
  fileName: string;
  bytes: number;
  /** The first bytes, which tell what it is. */
  head: Buffer;
  /** The text sent for this file: the body's fields repeat in the order of the files. */
  caption: string;
  /** The same of every other field that was sent as text. */
  otherFields: Readonly<Record<string, string>>;
}

/** Who holds the token of a connection: a program, not a person. */
export interface TokenHolder {
  companyId: number;
  connectionId: number;
}

/** The caller as the network knows it, and the one cookie this product sets. */
export interface RequestInfo {
  address: string;
  userAgent: string;
  language: Language;
  /** The address by which the caller reached us; their own word, so it is told to nobody else. */
  origin: string;
  /** The same key twice is the same wish. */
  idempotencyKey: string | undefined;
  /** Only for requests that provably come from our own pages; otherwise refused. */
  refreshToken(): string | undefined;
  setRefreshToken(token: string, isPersistent: boolean): void;
  dropRefreshToken(): void;
}

type ActorFor<D extends Access> = D extends 'public' ? null : D extends 'api-token' ? TokenHolder : Actor;
type FileFor<E extends Endpoint> = E['files'] extends string ? Upload : null;
type FilesFor<E extends Endpoint> = E['optionalFiles'] extends string ? SentFile[] : null;
export type Handler<E extends Endpoint> = (
  request: ParsedRequest<E> & { actor: ActorFor<E['access']>; file: FileFor<E>; files: FilesFor<E>; info: RequestInfo },
) => Promise<Reply<E>>;
export type Handlers<G extends Group> = { [K in keyof G]: Handler<G[K]> };

export interface Route {
  name: string;
  endpoint: Endpoint;
  run: (request: never) => Promise<unknown>;
}

/** Ties a group of the contract to the functions that answer it. A forgotten endpoint does not compile. */
export const handle = <G extends Group>(module: string, group: G, handlers: Handlers<G>): Route[] =>
  Object.entries(group).map(([name, endpoint]) => ({
    name: `${module}.${name}`,
    endpoint,
    run: handlers[name as keyof G] as Route['run'],
  }));
