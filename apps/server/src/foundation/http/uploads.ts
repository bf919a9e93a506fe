import type { FastifyInstance, FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import { Refusal, refuse } from '../refusal.ts';
import type { Upload } from './handle.ts';

/** Pictures and logos; large media has a streaming way of its own when conversations come. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const allowUploads = (app: FastifyInstance) =>
  app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 10_000, parts: 11 },
  });

/** The one file of the named field; other fields (typeArch, userId) are the wire's and decide nothing. */
export async function uploadOf(request: FastifyRequest, field: string): Promise<Upload> {
  if (!request.isMultipart()) refuse('ERR_VALIDATION', { field, rule: 'required' });
  let upload: Upload | undefined;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const bytes = await part.toBuffer().catch((fault: { code?: string }) => {
      const isTooLarge = fault.code === 'FST_REQ_FILE_TOO_LARGE';
      throw isTooLarge ? new Refusal('ERR_BODY_TOO_LARGE', { fields: [{ field, rule: 'fileTooLarge' }] }) : fault;
    });
    if (part.fieldname === field) upload = { bytes, fileName: part.filename };
  }
  if (!upload || upload.bytes.length === 0) refuse('ERR_VALIDATION', { field, rule: 'required' });
  return upload;
}
