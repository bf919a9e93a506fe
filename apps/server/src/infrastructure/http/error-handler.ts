import { errors, fieldRules, type ErrorBody, type ErrorCode, type Language } from '@balcao/contract';
import type { FastifyError, FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { databaseTroubleOf } from '../db/transient-errors.ts';
import { Busy } from '../tokens/concurrency-limit.ts';
import { languageOf } from './request-info.ts';

/** Converts every thrown error into the error body. Unexpected errors are logged and sent as ERR_INTERNAL. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    if (appError.status >= 500) request.log.error({ err: error }, 'request failed');
    if (appError.retryAfterSeconds !== undefined) reply.header('retry-after', String(appError.retryAfterSeconds));
    return reply.status(appError.status).send(errorBody(appError, languageOf(request)));
  });
}

export function errorBody({ code, fields, conflict }: AppError, language: Language): ErrorBody {
  const body: ErrorBody = { error: conflict ? JSON.stringify(conflict) : code, message: errors[code][language] };
  if (conflict) body.code = code;
  if (fields.length > 0) {
    body.fields = fields.map(({ field, rule }) => ({ field, rule, message: fieldRules[rule][language] }));
  }
  return body;
}

/** The disk of the server or of the database is full. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** A multipart body that ends early or is malformed; the parser has no codes for these. «Needle» is a boundary of more than 256 bytes. */
const MALFORMED_FORM =
  /^(Multipart: Boundary not found|The needle cannot|Unsupported Content-Type|Unexpected end of multipart data|(Part|Header) terminated early|Premature close)/;
/** Text that PostgreSQL cannot store (NUL, lone surrogates): an error of the caller. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02', '22003']);
const BY_FASTIFY: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'ERR_BODY_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'ERR_BODY_TOO_LARGE',
};

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Busy) return new AppError('ERR_BUSY', { retryAfterSeconds: 1 });
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const root = (error as { cause?: { code?: string; message?: string } }).cause ?? (error as Partial<Error>);
  const rootCode = ('code' in root ? root.code : undefined) ?? code;
  if (DISK_FULL.has(rootCode)) return new AppError('ERR_DISK_FULL', { retryAfterSeconds: 60 });
  if (databaseTroubleOf(error)) return new AppError('ERR_BUSY', { retryAfterSeconds: 1 });
  if (MALFORMED_FORM.test(root.message ?? '')) return new AppError('ERR_BAD_REQUEST');
  if (UNSTORABLE.has(rootCode)) return new AppError('ERR_BAD_REQUEST');
  const mappedCode = BY_FASTIFY[code];
  if (mappedCode) return new AppError(mappedCode);
  return new AppError(statusCode >= 400 && statusCode < 500 ? 'ERR_BAD_REQUEST' : 'ERR_INTERNAL');
}
