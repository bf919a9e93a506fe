import { GraphError } from '../errors.ts';
import { textOf, type GraphRequest } from '../graph/graph-request.ts';
import { missing } from '../graph/host.ts';
import { saveMedia, linkOf, sha256Of } from '../media.ts';
import type { WhatsAppAccount, SimulatorState } from '../state.ts';

/** Size limits by MIME type. */
const limits: [RegExp, number][] = [
  [/^image\/webp/, 500 * 1024],
  [/^image\//, 5 * 2 ** 20],
  [/^(audio|video)\//, 16 * 2 ** 20],
  [/./, 100 * 2 ** 20],
];
const supportedTypes =
  /^(image\/(jpeg|png|webp)|audio\/(aac|amr|mp4|mpeg|ogg|opus)|video\/(mp4|3gpp)|text\/plain|application\/.+)/;

/** POST /{phone-number-id}/media */
export function uploadMedia(state: SimulatorState, account: WhatsAppAccount, request: GraphRequest): { id: string } {
  const file = request.files.find(({ field }) => field === 'file');
  if (request.params['messaging_product'] !== 'whatsapp')
    throw new GraphError(100, { title: 'The parameter messaging_product is required.' });
  if (!file) throw new GraphError(100, { title: 'The parameter file is required.' });
  const mime = file.mime || (textOf(request.params['type']) ?? '');
  if (!supportedTypes.test(mime)) {
    throw new GraphError(100, {
      title: `Param file must be a file with one of the following types: audio/aac, audio/mp4, audio/mpeg, … Received file of type '${mime}'.`,
    });
  }
  const maxBytes = limits.find(([pattern]) => pattern.test(mime))![1];
  if (file.bytes.length > maxBytes) throw new GraphError(131053, { details: `File is larger than ${maxBytes} bytes` });
  return {
    id: saveMedia(state, { mime, bytes: file.bytes, fileName: file.name, accountId: account.id, isPublic: false }).id,
  };
}

/** GET and DELETE /{media-id}: download URL of a file. */
export function mediaCall(state: SimulatorState, request: GraphRequest): unknown {
  const [id = ''] = request.parts;
  const media = state.media.get(id);
  if (!media) throw missing(request.method, id);
  if (request.method === 'DELETE') {
    state.media.delete(id);
    return { success: true };
  }
  return {
    url: linkOf(state, media),
    mime_type: media.mime,
    sha256: Buffer.from(sha256Of(media.bytes), 'base64').toString('hex'),
    file_size: media.bytes.length,
    id,
    messaging_product: 'whatsapp',
  };
}
