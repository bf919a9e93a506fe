import { createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { fieldsOf, headerOf, textOf, type ServiceContext, type SimulatedService } from '../service.ts';

const PROJECT = 'balcao-teste';
const EMAIL = `bot@${PROJECT}.iam.gserviceaccount.com`;
const MAX_ASSERTION_SECONDS = 3600;
const MAX_TEXT_LENGTH = 256;
const MAX_SESSION_BYTES = 36;

const error = (code: number, status: string, message: string) => ({
  status: code,
  body: { error: { code, message, status } },
});

/** Google's token endpoint and Dialogflow ES, for one service account. */
export function createGoogle({ script, faults, url }: ServiceContext) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  let tokens = new Set<string>();

  function assertionError(assertion: string): string | undefined {
    const [header = '', claims = '', signature = ''] = assertion.split('.');
    const read = (part: string) => fieldsOf(JSON.parse(Buffer.from(part, 'base64url').toString() || '{}'));
    if (read(header)['alg'] !== 'RS256') return 'Invalid JWT: unsupported algorithm';
    const verify = createVerify('RSA-SHA256').update(`${header}.${claims}`);
    if (!verify.verify(publicKey, signature, 'base64url')) return 'Invalid JWT Signature.';
    const { iss, aud, iat, exp, scope } = read(claims);
    const now = Date.now() / 1000;
    if (iss !== EMAIL || aud !== `${url()}/google/token`) return 'Invalid JWT: issuer or audience';
    if (typeof iat !== 'number' || typeof exp !== 'number' || exp < now || exp - iat > MAX_ASSERTION_SECONDS)
      return 'Invalid JWT: Token must be a short-lived token';
    return textOf(scope).startsWith('https://www.googleapis.com/auth/') ? undefined : 'Invalid OAuth scope';
  }

  const token: SimulatedService = {
    name: 'token',
    errors: {
      busy: { status: 429, body: { error: 'rate_limit_exceeded' } },
      quota: { status: 403, body: { error: 'access_denied' } },
      key: { status: 401, body: { error: 'invalid_client' } },
      down: { status: 500, body: { error: 'internal_failure' } },
    },
    routes(app) {
      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      app.post('/google/token', async ({ body }, reply) => {
        const { grant_type: grant, assertion } = fieldsOf(body);
        const problem =
          grant === 'urn:ietf:params:oauth:grant-type:jwt-bearer' ? assertionError(textOf(assertion)) : 'grant_type';
        if (problem) return reply.code(400).send({ error: 'invalid_grant', error_description: problem });
        const accessToken = randomBytes(20).toString('hex');
        tokens.add(accessToken);
        return reply.send({ access_token: accessToken, expires_in: 3599, token_type: 'Bearer' });
      });
    },
    reset: () => void (tokens = new Set()),
  };

  const dialogflow: SimulatedService = {
    name: 'dialogflow',
    errors: {
      busy: error(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded per minute'),
      quota: error(403, 'PERMISSION_DENIED', 'This API method requires billing to be enabled'),
      key: error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials'),
      down: error(500, 'INTERNAL', 'Internal error encountered'),
    },
    routes(app) {
      app.post<{ Params: { project: string; '*': string } }>(
        '/google/v2/projects/:project/agent/sessions/*',
        async ({ params, body, headers }, reply) => {
          const refuse = (refusal: ReturnType<typeof error>) => reply.code(refusal.status).send(refusal.body);
          if (!tokens.has(headerOf(headers, 'authorization').replace('Bearer ', '')))
            return refuse(error(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials'));
          if (params.project !== PROJECT) return refuse(error(403, 'PERMISSION_DENIED', 'IAM permission denied'));
          const session = /^(.+):detectIntent$/.exec(params['*'])?.[1] ?? '';
          if (session === '' || Buffer.byteLength(session) > MAX_SESSION_BYTES)
            return refuse(error(400, 'INVALID_ARGUMENT', 'Session id is invalid'));
          const query = fieldsOf(fieldsOf(fieldsOf(body)['queryInput'])['text']);
          const text = textOf(query['text']);
          if (text === '' || text.length > MAX_TEXT_LENGTH || textOf(query['languageCode']) === '')
            return refuse(error(400, 'INVALID_ARGUMENT', 'Input text exceeds 256 characters or is empty'));
          const fault = faults.inReply('dialogflow');
          const rule = script.find(text);
          const { text: replyText } = script.reply(text, text, { fault, hasFunctions: false });
          return reply.send({
            responseId: randomBytes(8).toString('hex'),
            queryResult: {
              queryText: text,
              languageCode: query['languageCode'],
              intent: { displayName: 'simulada', ...(rule?.ends === 'intent' && { endInteraction: true }) },
              fulfillmentMessages:
                replyText === '' ? [] : replyText.split('\n\n').map((part) => ({ text: { text: [part] } })),
              ...(rule?.ends === 'diagnostic' && { diagnosticInfo: { end_conversation: true } }),
            },
          });
        },
      );
    },
  };

  return {
    token,
    dialogflow,
    project: PROJECT,
    /** The file that Google gives out for the account. */
    serviceAccount: () => ({
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: '1',
      private_key: privateKey,
      client_email: EMAIL,
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
      universe_domain: 'googleapis.com',
    }),
  };
}
