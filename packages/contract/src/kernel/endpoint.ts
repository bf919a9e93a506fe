import type { PlainPermission } from '@balcao/domain/policy/policy';
import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Access of an endpoint: everyone, a program with the API token of a connection, or a signed-in user with a permission. */
export type Access = 'public' | 'api-token' | PlainPermission;
/** Rate limit class of an endpoint; the numbers are in apps/server/src/infrastructure/limits. */
export type RateClass = 'ordinary' | 'sign-in' | 'sign-up' | 'refresh' | 'upload' | 'api' | 'recovery' | 'invitation';

export interface Parts {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Multipart field of the file. */
  files?: string;
  /** Multipart field for any number of files beside the fields of the body. JSON without files is accepted too. */
  optionalFiles?: string;
  /** Set where files larger than the channels accept are allowed. */
  maxFileBytes?: number;
  reply: z.ZodType;
  access: Access;
  /** 200 unless the specification defines another status. */
  status?: 201 | 204;
  /** Can be called when the subscription of the company has expired. */
  whenOverdue?: true;
  rate?: RateClass;
  /**
   * Whether a super user in support access can call it. Reads: yes unless `false`; writes: no unless `true`.
   * Never `true` or left out for messages, hidden numbers, exports, passwords, tokens and payment.
   */
  support?: boolean;
  /** A second path of the same endpoint, for clients that use it. */
  alias?: string;
}
/** Whether support access includes an endpoint. */
export const isOpenToSupport = ({ method, support }: Pick<Endpoint, 'method' | 'support'>): boolean =>
  method === 'GET' ? support !== false : support === true;

export type Endpoint<P extends Parts = Parts> = P & { method: Method; path: string };

const on =
  (method: Method) =>
  <const P extends Parts>(path: string, parts: P): Endpoint<P> => ({ ...parts, method, path });
export const get = on('GET');
export const post = on('POST');
export const put = on('PUT');
export const del = on('DELETE');

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** The parsed request that a handler receives. */
export interface ParsedRequest<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}
/** What a caller sends: only the parts that the endpoint has. */
export type RequestInput<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: In<E[K]>;
};
export type Reply<E extends Endpoint> = z.input<E['reply']>;
export type ResponseData<E extends Endpoint> = z.output<E['reply']>;
export type Group = Record<string, Endpoint>;
