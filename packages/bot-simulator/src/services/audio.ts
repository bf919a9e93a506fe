import { headerOf, type SimulatedService } from '../service.ts';

const error = (status: number, message: string, code: string | null = null) => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code } },
});
const fieldOf = (form: string, name: string): string | undefined =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(form)?.[1];

/** `POST /openai/v1/audio/transcriptions`: `whisper-1` names the length, `transcribe-new` only in its usage. */
export function createTranscription(key: string) {
  const initial = { text: 'Olá, preciso de ajuda.', seconds: 4 };
  let transcript = initial;
  const service: SimulatedService = {
    name: 'transcription',
    errors: {
      busy: error(429, 'Rate limit reached', 'rate_limit_exceeded'),
      quota: error(429, 'You exceeded your current quota', 'insufficient_quota'),
      key: error(401, 'Incorrect API key provided', 'invalid_api_key'),
      down: error(500, 'The server had an error'),
    },
    routes(app) {
      app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_, body, done) =>
        done(null, body.toString('latin1')),
      );
      app.post('/openai/v1/audio/transcriptions', async ({ body, headers }, reply) => {
        const refuse = (refusal: ReturnType<typeof error>) => reply.code(refusal.status).send(refusal.body);
        if (headerOf(headers, 'authorization') !== `Bearer ${key}`)
          return refuse(error(401, 'Incorrect API key provided', 'invalid_api_key'));
        const form = String(body);
        const file = /name="file"; filename="([^"]+)"/.exec(form)?.[1] ?? '';
        if (!/\.(ogg|mp3|m4a|webm|wav|mp4)$/.test(file)) return refuse(error(400, 'Invalid file format.'));
        const model = fieldOf(form, 'model');
        const format = fieldOf(form, 'response_format');
        if (model === 'transcribe-new' && format !== 'json')
          return refuse(error(400, `response_format '${format}' is not compatible with model`, 'unsupported_value'));
        if (model !== 'whisper-1' && model !== 'transcribe-new')
          return refuse(error(404, 'no such model', 'model_not_found'));
        const { text, seconds } = transcript;
        if (format === 'verbose_json') return reply.send({ text, duration: seconds, language: 'portuguese' });
        return reply.send(model === 'whisper-1' ? { text } : { text, usage: { type: 'duration', seconds } });
      });
    },
    reset: () => void (transcript = initial),
  };
  return { service, set: (next: typeof initial) => void (transcript = next) };
}

const plainError = (status: number) => ({ status, body: '' });

/** `POST /speech/cognitiveservices/v1`: the audio repeats the text, so that a test can read it. */
export function createSpeech(key: string): SimulatedService {
  return {
    name: 'speech',
    errors: { busy: plainError(429), quota: plainError(403), key: plainError(401), down: plainError(502) },
    routes(app) {
      app.addContentTypeParser('application/ssml+xml', { parseAs: 'string' }, (_, body, done) => done(null, body));
      app.post('/speech/cognitiveservices/v1', async ({ body, headers }, reply) => {
        if (headerOf(headers, 'ocp-apim-subscription-key') !== key) return reply.code(401).send('');
        const format = headerOf(headers, 'x-microsoft-outputformat');
        if (!/^ogg-\d+khz-\d+bit-mono-opus$/.test(format) || headerOf(headers, 'user-agent') === '')
          return reply.code(400).send('');
        const ssml =
          /^<speak version="1\.0" xml:lang="pt-BR"><voice name="(pt-BR-\w+Neural)">([^<]*)<\/voice><\/speak>$/.exec(
            String(body),
          );
        if (!ssml || /&(?!(?:amp|lt|gt|quot|apos);)/.test(ssml[2]!)) return reply.code(400).send('');
        return reply.type('audio/ogg').send(Buffer.from(`OggS ${ssml[1]!} ${ssml[2]!}`));
      });
    },
  };
}
