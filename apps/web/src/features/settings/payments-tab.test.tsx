import { endpoints } from '@balcao/contract/endpoints/index';
import type { PaymentProvider } from '@balcao/contract/endpoints/payments';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAdmin, anOwner } from '../../testing/fixtures.ts';
import { answer, refuse } from '../../testing/server.ts';
import './payments-tab.tsx';
import { settingEntries } from './setting-entries.ts';
import { open as openSettings, put, row, withHours, withSettings } from './settings.fixture.ts';

const aProvider = (own: Partial<PaymentProvider> = {}): PaymentProvider => ({
  name: 'efi',
  methods: ['pix'],
  state: 'ready',
  keys: [
    { key: 'eficlientid', isSet: true, last4: 'ab12' },
    { key: 'eficertificate', isSet: true, last4: '' },
    { key: 'efiwebhooksecret', isSet: true, last4: 'zz99' },
  ],
  missing: [],
  webhookBy: 'server',
  webhookUrl: 'https://balcao.example.com/webhooks/payments/efi/secret',
  lastWebhookAt: null,
  lastError: null,
  ...own,
});
const stripe = (own: Partial<PaymentProvider> = {}) =>
  aProvider({
    name: 'stripe',
    methods: ['page'],
    keys: [
      { key: 'stripeprivatekey', isSet: true, last4: 'live' },
      { key: 'stripewebhooksecret', isSet: false, last4: '' },
    ],
    ...own,
  });
const mercadopago = (own: Partial<PaymentProvider> = {}) =>
  aProvider({
    name: 'mercadopago',
    methods: ['pix', 'page'],
    keys: [{ key: 'mpaccesstoken', isSet: true, last4: 'tok1' }],
    webhookBy: 'person',
    webhookUrl: 'https://balcao.example.com/webhooks/payments/mercadopago/key',
    ...own,
  });

const platformRows: Record<string, string | null> = {
  paymentsenvironment: null,
  pixproviderorder: null,
  trialDays: '14',
  graceDays: null,
  deactivateAfterDays: null,
  customBasePrice: '59.90',
  customUserPrice: null,
  customConnectionPrice: null,
};

function withProviders(providers: PaymentProvider[], { isSimulated = false } = {}) {
  answer(endpoints.payments.providers, () => ({
    environment: 'production' as const,
    pixOrder: ['efi' as const, 'mercadopago' as const, 'asaas' as const],
    isSimulated,
    providers,
  }));
}
const card = (name: string) => screen.findByRole('region', { name });
async function open(providers: PaymentProvider[] = [aProvider()], options?: { isSimulated: boolean }) {
  withProviders(providers, options);
  return openSettings(anOwner(), '/settings/payments');
}

describe('the settings for receiving payments', () => {
  beforeEach(() => {
    withSettings();
    withHours();
    answer(endpoints.settings.list, () =>
      Object.entries(platformRows).map(([key, value], at) => ({ id: 1000 + at, key, value, companyId: 1 })),
    );
  });
  const withSaving = () =>
    answer(endpoints.settings.savePlatform, ({ params, body }) => ({
      id: 1000,
      key: params.key,
      value: body.value,
      companyId: 1,
    }));

  it('show which keys are set, without their values', async () => {
    await open();
    const efi = within(await card('Efí (PIX)'));
    expect(efi.getByText('Pronto')).toBeVisible();
    expect(efi.getByText(/^Definida, termina em ab12/)).toBeVisible();
    expect(efi.getByLabelText('Efí: client ID')).toHaveValue('');
    expect(efi.getByRole('button', { name: 'Abrir Certificado' })).toBeVisible();
    expect(efi.queryByLabelText('Efí: endereço secreto do webhook')).not.toBeInTheDocument();
  });

  it('name what an incomplete provider lacks, and offer nothing for one without keys', async () => {
    await open([
      stripe({ state: 'incomplete', missing: ['stripewebhooksecret'] }),
      mercadopago({ state: 'off', keys: [{ key: 'mpaccesstoken', isSet: false, last4: '' }] }),
    ]);
    const incomplete = within(await card('Stripe'));
    expect(incomplete.getByText('Incompleto')).toBeVisible();
    expect(incomplete.getByText('Nenhuma cobrança é criada. Falta: Stripe: segredo do webhook.')).toBeVisible();
    const off = within(await card('Mercado Pago'));
    expect(off.getByText('Desligado')).toBeVisible();
    expect(off.getByRole('button', { name: 'Testar: Mercado Pago' })).toBeDisabled();
  });

  it('show the last webhook and the last error', async () => {
    await open([
      aProvider({
        state: 'failing',
        lastWebhookAt: '2026-11-16T12:00:00.000Z',
        lastError: { at: '2026-11-16T12:30:00.000Z', message: 'Invalid or inactive credentials' },
      }),
    ]);
    const efi = within(await card('Efí (PIX)'));
    expect(efi.getByText('Com falha')).toBeVisible();
    expect(efi.getByText(/^Último recebido em 16\/11\/2026/)).toBeVisible();
    expect(efi.getByText(/^Último erro, em 16\/11\/2026.*: Invalid or inactive credentials$/)).toBeVisible();
  });

  it.each([
    ['configuration', 'Confira as chaves e o ambiente. mac verify failure'],
    ['refused', 'O provedor recusou. mac verify failure'],
    ['unavailable', 'O provedor não respondeu. Tente mais tarde. mac verify failure'],
    ['unknown', 'Resposta inesperada. Veja no painel do provedor. mac verify failure'],
  ] as const)('explain a failed test: %s', async (kind, text) => {
    answer(endpoints.payments.testProvider, () => ({
      isWorking: false,
      problem: { kind, message: 'mac verify failure' },
      provider: aProvider({ state: 'failing' }),
    }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Testar: Efí (PIX)' }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('show that a test succeeded', async () => {
    const tested = answer(endpoints.payments.testProvider, () => ({
      isWorking: true,
      problem: null,
      provider: aProvider(),
    }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Testar: Efí (PIX)' }));
    expect(await screen.findByText('O provedor aceitou as chaves.')).toBeVisible();
    expect(tested[0]?.params).toEqual({ provider: 'efi' });
  });

  it('register a webhook at once the first time, and after a question when that replaces a secret', async () => {
    const registered = answer(endpoints.payments.registerWebhook, ({ params }) => ({
      isWorking: true,
      problem: null,
      provider: aProvider({ name: params.provider }),
    }));
    const { user } = await open([stripe(), aProvider()]);
    await user.click(await screen.findByRole('button', { name: 'Registrar webhook: Stripe' }));
    expect(await within(await card('Stripe')).findByText('O webhook está registrado.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Registrar webhook: Efí (PIX)' }));
    const question = await screen.findByRole('dialog', { name: 'Registrar o webhook de novo?' });
    expect(registered).toHaveLength(1);
    await user.click(within(question).getByRole('button', { name: 'Registrar' }));
    await waitFor(() => expect(registered.map(({ params }) => params.provider)).toEqual(['stripe', 'efi']));
  });

  it('explain why a webhook cannot be registered', async () => {
    answer(endpoints.payments.registerWebhook, () => refuse('ERR_NO_PUBLIC_ADDRESS'));
    const { user } = await open([stripe()]);
    await user.click(await screen.findByRole('button', { name: 'Registrar webhook: Stripe' }));
    expect(await screen.findByText(/^O provedor precisa alcançar este servidor pela internet/)).toBeVisible();
  });

  it('show the address for a webhook that a person enters', async () => {
    const { user } = await open([mercadopago()]);
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    const provider = within(await card('Mercado Pago'));
    expect(provider.queryByRole('button', { name: /^Registrar/ })).not.toBeInTheDocument();
    await user.click(provider.getByRole('button', { name: 'Copiar endereço' }));
    expect(written).toHaveBeenCalledWith('https://balcao.example.com/webhooks/payments/mercadopago/key');
    expect(await screen.findByText('Endereço copiado')).toBeVisible();
  });

  it('ask for PUBLIC_URL while there is no address', async () => {
    await open([mercadopago({ webhookUrl: null })]);
    expect(await screen.findByText(/Configure PUBLIC_URL no servidor/)).toBeVisible();
  });

  it('say that the providers are simulated', async () => {
    await open([aProvider()], { isSimulated: true });
    expect(await screen.findByText(/^Os provedores são simulados neste servidor/)).toBeVisible();
  });

  it('save the environment and the order for PIX', async () => {
    const saved = withSaving();
    const { user } = await open();
    await user.click(await screen.findByRole('combobox', { name: 'Ambiente' }));
    await user.click(await screen.findByRole('option', { name: 'Teste' }));
    await waitFor(() =>
      expect(saved[0]).toMatchObject({ params: { key: 'paymentsenvironment' }, body: { value: 'test' } }),
    );
    expect(screen.getByRole('button', { name: 'Subir Efí (PIX)' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Subir Asaas' }));
    await waitFor(() => expect(saved[1]?.body.value).toBe('efi,asaas,mercadopago'));
    await user.click(screen.getByRole('button', { name: 'Descer Efí (PIX)' }));
    await waitFor(() => expect(saved[2]?.body.value).toBe('asaas,efi,mercadopago'));
  });

  it('save periods and prices, and refuse what is out of range', async () => {
    const saved = withSaving();
    const { user } = await open();
    const trial = await screen.findByRole('spinbutton', { name: 'Dias de teste' });
    expect(trial).toHaveValue(14);
    put(trial, '400');
    expect(await screen.findByText('Use um número de 0 a 365.')).toBeVisible();
    await user.tab();
    expect(saved).toHaveLength(0);
    put(trial, '10');
    trial.focus();
    await user.tab();
    await waitFor(() => expect(saved[0]).toMatchObject({ params: { key: 'trialDays' }, body: { value: '10' } }));

    const base = screen.getByRole('textbox', { name: 'Preço base por mês (R$)' });
    expect(base).toHaveValue('59,90');
    put(base, 'caro');
    expect(await screen.findByText('Use um valor como 49,00.')).toBeVisible();
    put(base, '69,90');
    base.focus();
    await user.tab();
    await waitFor(() =>
      expect(saved[1]).toMatchObject({ params: { key: 'customBasePrice' }, body: { value: '69,90' } }),
    );
  });

  it('can be loaded again after an error', async () => {
    answer(endpoints.payments.providers, () => refuse('ERR_NO_PAYMENT_FOUND'));
    const { user } = await openSettings(anOwner(), '/settings/payments');
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    withProviders([aProvider()]);
    await user.click(retry);
    expect(await card('Efí (PIX)')).toBeVisible();
  });

  it('are reached from the palette by the name of a field', async () => {
    const entry = settingEntries.find(({ go }) => go === 'graceDays')!;
    expect(entry).toMatchObject({ path: '/settings/payments', isPlatform: true });
    withProviders([aProvider()]);
    await openSettings(anOwner(), `${entry.path}?go=${entry.go}`);
    await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'Dias de tolerância' })).toHaveFocus());
  });

  it('are a tab of super users only', async () => {
    await openSettings(anAdmin(), '/settings/payments');
    await row('Exigir tag para resolver');
    expect(screen.queryByRole('tab', { name: 'Recebimento' })).not.toBeInTheDocument();
  });
});
