import { describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
shareServer(startTestServer, async (started) => {
  server = started;
  owner = await server.createSuperUser();
});

/** Made with OpenSSL for these tests: valid until 2036, passphrase «segredo». */
const WITH_PASSPHRASE = Buffer.from(
  'MIIEDAIBAzCCA8IGCSqGSIb3DQEHAaCCA7MEggOvMIIDqzCCAmIGCSqGSIb3DQEHBqCCAlMwggJPAgEAMIICSAYJKoZIhvcNAQcBMFcGCSqGSI' +
    'b3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjB0Aif0m05jAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEA3/In6kT2wH1ke9h8sMen2A' +
    'ggHgUUfPZuQ0cXAh33JIQokoOnC/XJS2yN0rLw5YUQTUevMlg7odwEPk3R2ch4iDdxkwNo1VgGR1JZqtQA0Ymvnb0ntYTQqwy38P5ze/zeHo8C' +
    'WNH3kehCb+XI3gOvoDUDI53m4lM6iawuoT3/wAuGcjmWlZFN6VxoFnC2DzEuMDMCkiBsuqKQym5yDTktvbQeQQ8Sfyek6+qOQd1eFh2Smw5Qwi' +
    'HAZOga4p8sm4/lMmdQRtYnSmydxY/vwbZXtsVAFqGPerO47Dn3wK7pzqjuu5yrD3lyriRnqWVb7uzOPGriaZ2LvjAIhyQt5jsHXdTfDz24MzQH' +
    '1f31L7ezPCFFu+MPIz/5nHMtVCwj6Vfek/PtYdyV5Mj4iNwohfnjWqrbCFoEwgmAvSY3vlb2D5zUOKOP5r2glciU7BR5XXkrlgY3RhzN/rhQX1' +
    'DDNkb6zhnws4Hg+s7+OrZFb9+gmGb9FW3RJRokq0D+wRXpatkBuzUkKd0zhu/F5aNkXVmOQdW3qJXD61e5CmgGaUAHtbjVkRm5OSppMOxDVS6w' +
    'vJzD1RI4GpebuRjsB8VR9qrkkRFFUzfoOBFlO7Xnu0KXRbT7gZEd9WnuVJB5JcSR9QcnYsZPihbmQ9EZmiDXUarm5ejspuMIIBQQYJKoZIhvcN' +
    'AQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECLueLSDIEjmOAgIIAD' +
    'AMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQ4+nwGGxbAWd/vkJLjpjTZQSBkB7ym/p3uX6Q33QWpaKWHuHGdvdIgqUhDUJlGZUv+YIJi7rK' +
    'tWDeCJXrIunasCWWpNnYF0szTXQiGGUsNT1tSvazoLji6l8shLQpf0YlJncl01WaIawdb0o8OIxf0U3iTZyGnF8gVDGrw6c1FwQpL+Zu0FnJTZ' +
    'HfdUnPDoUwmdGSF4bKWGzwm5d0d6nmWETLiDElMCMGCSqGSIb3DQEJFTEWBBRiQVkHjlnTC8J0mES01X+VnSmZ5jBBMDEwDQYJYIZIAWUDBAIB' +
    'BQAEIAzSFdSbLg40tXcXzcrPSkaub5p4CcKsN18vB5TvRHTuBAjntovconMK/QICCAA=',
  'base64',
);
/** The same key as openssl pkcs12 -legacy writes it: RC2, which Node does not open. */
const OLD_ENCRYPTION = Buffer.from(
  'MIIDggIBAzCCA0gGCSqGSIb3DQEHAaCCAzkEggM1MIIDMTCCAicGCSqGSIb3DQEHBqCCAhgwggIUAgEAMIICDQYJKoZIhvcNAQcBMBwGCiqGSI' +
    'b3DQEMAQYwDgQIEpCx+Xa/posCAggAgIIB4A2v0grMvprxTXkD1bdJDxR+1Qsk6hi8dxAGJnqgeO6zHvst7W1d6SYJzK4saZpifBvfFeeZSHHL' +
    'ohzGiOxb+SXIvnZlsV6i/clhXCovHKQbzYJGwNnT/IiNk9UYAS1HeREandEgzzIyv//uoVqipX6aqPnwK+ZJY7ehYMrgVpIn+vwrqY8otLmGyt' +
    'pvCW+yaezyMvlNoauYuZFYBLGglIY8TmIfqgOIKfnSro2XzlI4RjDjdVxOPYSiy6JRCzQdHAGEaPZR+3AHIlCGRNuz7XGteQZLq8/xw+iLjJ9Y' +
    'SWcrFXZvJYqLbiQueJGYCrV1h0CFcRb/J3WHxHNdi1mkdZ0khLVH8M51+h0XY/2ilm/al6w2WaFKA0ABu9lnCyw8gpOgrlg+elMO5iRqLWh9YU' +
    'NCcg9gIWdCGtWJvHVmOViNb/k/PPEWpdi0hXau4UrJtL48M5leoBymUvNvrRhGO/uDXi2iv84h2H2nQSoC0Vft7x13LP/1lhDW7d4dStEHs1vb' +
    'fj2bzU+7ofYux+uVeVYDUbP3BV2eilK+ZrcSXI7jV58swqUNM2bhWWcMwbJx2utIheSWUtQLLWeDWyWuYUjGvp9N6CyTCGEyFWKkfirGK+d02Y' +
    'T9MT4GpMGsuj2CXzCCAQIGCSqGSIb3DQEHAaCB9ASB8TCB7jCB6wYLKoZIhvcNAQwKAQKggbQwgbEwHAYKKoZIhvcNAQwBAzAOBAjPHVKB5tyI' +
    'rQICCAAEgZBq2fK/wgZCHogFYXNm720y5gYXNNtgo+nwBoevqMl0dtB2+J4wz3sDyP5d/GT1MWPDI07U8BVBjz+4iAaSGxBo2Um1j4VLgBLice' +
    'hT/MM0VvjOeDSU1Zvv0LuuIG7E/KWo/rMIffo2+AxcCb92IQ9V8glToIyBTU0/2GuFvyP7JYa1ih6m9dDKkrxV9wcJiE4xJTAjBgkqhkiG9w0B' +
    'CRUxFgQUYkFZB45Z0wvCdJhEtNV/lZ0pmeYwMTAhMAkGBSsOAwIaBQAEFGF45Lwluj79NWp/7dwcYq9ORfqtBAgL4Bph/+nz+QICCAA=',
  'base64',
);

function upload(
  bytes: Buffer | undefined,
  { as = owner, ref = 'certificadoEfi', name = 'efi.p12', passphrase = '' } = {},
) {
  const form = createForm(
    [['passphrase', passphrase]],
    bytes ? [{ field: 'file', name, bytes, type: 'application/x-pkcs12' }] : [],
  );
  return server.app.inject({
    method: 'POST',
    url: `/api/settings/cert-upload?ref=${encodeURIComponent(ref)}`,
    headers: { ...form.headers, authorization: `Bearer ${as.token}` },
    payload: form.payload,
  });
}
const errorOf = async (answer: ReturnType<typeof upload>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().error];
};

describe('the certificate of the payment provider [M-210] [UP-17]', () => {
  it('is opened, stored sealed and shown with its expiry', async () => {
    const answer = await upload(WITH_PASSPHRASE, { passphrase: 'segredo' });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { mensagem: 'Arquivo Anexado', expiresAt: '2036-11-13T14:39:36.000Z' },
    ]);
    expect((await owner.request('GET', '/settings-certificate')).json()).toEqual({
      isSet: true,
      expiresAt: '2036-11-13T14:39:36.000Z',
      subject: 'Teste Efi',
    });
    expect((await server.modules.settings.secret('eficertificate'))?.reveal()).toBe(WITH_PASSPHRASE.toString('base64'));
    expect((await server.modules.settings.secret('efipassphrase'))?.reveal()).toBe('segredo');
  });

  it('is never served again, in no form', async () => {
    const text = WITH_PASSPHRASE.toString('base64');
    for (const path of [
      '/settings',
      '/setting/eficertificate',
      '/public-settings/eficertificate',
      '/settings-certificate',
    ])
      expect((await owner.request('GET', path)).body, path).not.toContain(text.slice(40, 80));
    const { rows } = await server.asOwner.query(
      `select value from platform_settings union all select data::text from audit_log union all select data::text from event_log`,
    );
    expect(JSON.stringify(rows)).not.toContain(text.slice(40, 80));
    expect((await server.asOwner.query(`select from files where mime like '%pkcs%'`)).rowCount).toBe(0);
  });

  it('is refused with its reason: destination, file, kind, passphrase, old encryption, size', async () => {
    expect(await errorOf(upload(WITH_PASSPHRASE, { ref: '' }))).toEqual([400, 'ERR_CERTIFICATE_DESTINATION']);
    expect(await errorOf(upload(undefined))).toEqual([400, 'ERR_VALIDATION']);
    expect(await errorOf(upload(WITH_PASSPHRASE, { name: 'efi.pem' }))).toEqual([400, 'ERR_CERTIFICATE_TYPE']);
    expect(await errorOf(upload(Buffer.from('certificado')))).toEqual([400, 'ERR_CERTIFICATE_TYPE']);
    expect(await errorOf(upload(WITH_PASSPHRASE, { passphrase: 'errada' }))).toEqual([
      400,
      'ERR_CERTIFICATE_PASSPHRASE',
    ]);
    expect(await errorOf(upload(OLD_ENCRYPTION))).toEqual([400, 'ERR_CERTIFICATE_OLD']);
    expect(await errorOf(upload(Buffer.alloc(100 * 1024 + 1)))).toEqual([413, 'ERR_BODY_TOO_LARGE']);
    // A name with a path is only a name.
    expect((await upload(WITH_PASSPHRASE, { name: '../../../etc/efi.P12', passphrase: 'segredo' })).statusCode).toBe(
      200,
    );
  });

  it('is for super users only', async () => {
    const admin = await server.createAdmin();
    expect(await errorOf(upload(WITH_PASSPHRASE, { as: admin }))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await admin.request('GET', '/settings-certificate')).statusCode).toBe(403);
  });
});
