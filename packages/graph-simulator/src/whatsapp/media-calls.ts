import { GraphError } from '../errors.ts';
import { textOf, type Asked } from '../graph/asked.ts';
import { missing } from '../graph/host.ts';
import { keepMedia, linkOf, sha256Of } from '../media.ts';
import type { WhatsAppAccount, World } from '../world.ts';

/** Bytes at most, by what a file is. */
const limits: [RegExp, number][] = [
  [/^image\/webp/, 500 * 1024],
  [/^image\//, 5 * 2 ** 20],
  [/^(audio|video)\//, 16 * 2 ** 20],
  [/./, 100 * 2 ** 20],
];
const known =
  /^(image\/(jpeg|png|webp)|audio\/(aac|amr|mp4|mpeg|ogg|opus)|video\/(mp4|3gpp)|text\/plain|application\/.+)/;

/** POST /{phone-number-id}/media */
export function uploadMedia(world: World, account: WhatsAppAccount, asked: Asked): { id: string } {
  const file = asked.files.find(({ field }) => field === 'file');
  if (asked.params['messaging_product'] !== 'whatsapp')
    throw new GraphError(100, { title: 'The parameter messaging_product is required.' });
  if (!file) throw new GraphError(100, { title: 'The parameter file is required.' });
  const mime = file.mime || (textOf(asked.params['type']) ?? '');
  if (!known.test(mime)) {
    throw new GraphError(100, {
      title: `Param file must be a file with one of the following types: audio/aac, audio/mp4, audio/mpeg, … Received file of type '${mime}'.`,
    });
  }
  const most = limits.find(([pattern]) => pattern.test(mime))![1];
  if (file.bytes.length > most) throw new GraphError(131053, { details: `File is larger than ${most} bytes` });
  return {
    id: keepMedia(world, { mime, bytes: file.bytes, fileName: file.name, accountId: account.id, isPublic: false }).id,
  };
}

/** GET and DELETE /{media-id}: where the bytes are. */
export function mediaCall(world: World, asked: Asked): unknown {
  const [id = ''] = asked.parts;
  const media = world.media.get(id);
  if (!media) throw missing(asked.method, id);
  if (asked.method === 'DELETE') {
    world.media.delete(id);
    return { success: true };
  }
  return {
    url: linkOf(world, media),
    mime_type: media.mime,
    sha256: Buffer.from(sha256Of(media.bytes), 'base64').toString('hex'),
    file_size: media.bytes.length,
    id,
    messaging_product: 'whatsapp',
  };
}
