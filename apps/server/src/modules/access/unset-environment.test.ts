import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_SECRET } from '../../../test/database.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { ConfigError, readConfig, variables } from '../../infrastructure/config.ts';
import { s3Variables } from '../../infrastructure/s3/s3-variables.ts';

/** A public server with every variable set. */
const full: Record<string, string> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://desk.example.com',
  HOST: '127.0.0.1',
  PORT: '3000',
  APP_SECRET: TEST_SECRET,
  OLD_APP_SECRET: 'the secret before, of more than thirty-two characters too',
  SIGNING_SECRET: 'a secret that only signs, of more than thirty-two characters',
  METRICS_TOKEN: 'a token for the metrics only',
  TRUST_PROXY: '10.0.0.0/8',
  ROLE: 'all',
  DEMO: 'off',
  LOG_LEVEL: 'silent',
  POOL_SIZE: '5',
  WHATSAPP_QR: 'off',
  WHATSAPP_WEB_VERSION: '2.3000.1023456789',
  FFMPEG_PATH: '/usr/bin/ffmpeg',
  TRANSCRIPTION_URL: 'https://voz.example.com/v1',
  PRIVATE_HOSTS: 'n8n.internal:5678',
  META_APP_ID: '424200000001',
  META_APP_SECRET: 'a secret of the app at Meta',
  META_VERIFY_TOKEN: 'typed-into-the-app-at-meta',
  META_GRAPH_URL: 'https://graph.example.com',
  META_DIALOG_URL: 'https://www.example.com',
  META_GRAPH_VERSION: 'v24.0',
  SANDBOX: 'off',
  STORAGE_QUOTA_GB: '20',
  SANDBOX_URL: 'http://127.0.0.1:4000',
  SANDBOX_TOKEN: 'a token for the phones only',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'balcao@example.com',
  EFI_URL: 'https://efi.example.com',
  STRIPE_URL: 'https://stripe.example.com',
  MERCADOPAGO_URL: 'https://mercadopago.example.com',
  ASAAS_URL: 'https://asaas.example.com',
  OPENAI_MODEL: 'gpt-own',
  GEMINI_MODEL: 'gemini-own',
  ANTHROPIC_MODEL: 'claude-own',
  BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
  BACKUP_PLAIN: 'no',
  BACKUP_KEEP_DAYS: '30',
  BACKUP_HOUR: '3',
  BACKUP_MAX_MB_PER_SECOND: '20',
};
/** These name a location, which has its own access control. */
const locationVariables = [
  'DATA_DIR',
  'STORAGE_DIR',
  'BACKUP_DIR',
  'DRILL_DIR',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_LISTEN_URL',
  ...Object.keys(s3Variables),
];
/** Without one of these the server does not start, because another variable needs it. */
const needed = ['APP_SECRET', 'SANDBOX_TOKEN', 'META_APP_SECRET', 'MAIL_FROM'];
const settled = Object.keys(variables).filter((name) => !locationVariables.includes(name));

function aToken(secret: string, claims: object): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const parts = [
    { alg: 'HS256', typ: 'at+jwt' },
    { ...claims, iat: exp - 600, exp },
  ];
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a missing environment variable', () => {
  it('is covered by this test for every variable [AU-02]', () => {
    expect(settled.toSorted()).toEqual(Object.keys(full).toSorted());
  });

  it('prevents the start of a public server if it is the secret [AU-02]', () => {
    for (const missing of [{ APP_SECRET: '' }, { APP_SECRET: '', NODE_ENV: '' }, { APP_SECRET: '', PUBLIC_URL: '' }]) {
      expect(() => readConfig({ ...full, ...missing })).toThrow(ConfigError);
    }
  });

  it.each(settled.filter((name) => !needed.includes(name)))(
    'leaves every access check in force if it is %s [AU-02]',
    async (name) => {
      const { userId, companyId, email } = await server.createCompany();
      const open = await startTestServer({ ownerUrl: server.ownerUrl, env: { ...full, [name]: '' } });
      try {
        // Values that a check would accept if it compared two missing values.
        for (const secret of ['', 'undefined', 'null', 'a'.repeat(32)]) {
          const forged = aToken(secret, { id: userId, profile: 'admin', companyId, sid: 'undefined', ver: 0 });
          expect((await open.withToken(forged)('GET', '/auth/me')).statusCode).toBe(403);
        }
        for (const token of ['', 'undefined', 'null'])
          expect((await open.withToken(token)('GET', '/users')).statusCode).toBe(403);
        expect((await open.anonymous('GET', '/users')).statusCode).toBe(401);
        const cookie = `${open.config.cookieName}=undefined`;
        const renewed = await open.anonymous('POST', '/auth/refresh_token', undefined, {
          cookie,
          'sec-fetch-site': 'same-origin',
        });
        expect(renewed.statusCode).toBe(401);
        expect((await open.anonymous('POST', '/auth/login', { email, password: 'undefined' })).statusCode).toBe(401);

        const metrics = (headers: Record<string, string>) =>
          open.app.inject({ url: '/metrics', headers, remoteAddress: '203.0.113.9' });
        for (const authorization of ['', 'Bearer', 'Bearer undefined', 'Bearer null']) {
          expect((await metrics({ authorization })).statusCode, authorization).toBeGreaterThanOrEqual(400);
        }
        expect(open.config.demo).toBe(false);
      } finally {
        await open.stop();
      }
    },
  );
});
