import { z } from 'zod';
import { audioExtensions } from '../../infrastructure/media/audio-extensions.ts';
import { ServiceError } from '../service-error.ts';
import { addressBelow, readAnswer, type Operations } from '../service-request.ts';
import { openAiReason } from './openai.ts';
import type { Transcriber } from './port.ts';

/** Limit of the service. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const MAX_TEXT_LENGTH = 65_536;
const MAX_REMEMBERED = 1000;
const responseSchema = z.object({
  text: z.string(),
  duration: z.coerce.number().optional(),
  usage: z.object({ seconds: z.number().optional() }).optional(),
});

/** Transcription of OpenAI or a compatible server. */
export function createTranscriber(operations: Operations): Transcriber {
  /** Servers and models that refuse the format that names the length of the audio. */
  const withoutLength = new Set<string>();
  return {
    async transcribe({ baseUrl, model, key }, { bytes, mime }) {
      const extension = audioExtensions[mime.split(';')[0]!.trim()];
      if (extension === undefined || bytes.length === 0) throw new ServiceError('refused', 'request');
      if (bytes.length > MAX_FILE_BYTES) throw new ServiceError('refused', 'tooLarge');
      const url = addressBelow(baseUrl, '/audio/transcriptions');
      const id = `${baseUrl} ${model}`;
      const send = operations();
      const post = (format: 'verbose_json' | 'json') => {
        const form = new FormData();
        form.set('file', new File([bytes], `audio.${extension}`, { type: mime }));
        form.set('model', model);
        form.set('language', 'pt');
        form.set('response_format', format);
        const headers = { authorization: `Bearer ${key.reveal()}` };
        return send({ url, headers, body: form, isHarmless: true, reasonOf: openAiReason });
      };
      let answer = await post(withoutLength.has(id) ? 'json' : 'verbose_json');
      if (answer.status === 400 && JSON.stringify(answer.body ?? '').includes('response_format')) {
        answer = await post('json');
        if (withoutLength.size >= MAX_REMEMBERED) withoutLength.clear();
        if (answer.status < 300) withoutLength.add(id);
      }
      const { text, duration, usage } = readAnswer(responseSchema, answer);
      return { text: text.trim().slice(0, MAX_TEXT_LENGTH), seconds: duration ?? usage?.seconds ?? null };
    },
  };
}
