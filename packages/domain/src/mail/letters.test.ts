import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLetter, type MailBrand } from './letter.ts';
import { footerOf, mailKinds, mailLanguages, writeLetter, type MailData, type MailKind } from './letters.ts';

const brand: MailBrand = { name: 'Balcão', color: '#0000FF', footer: footerOf('pt', 'Balcão') };
const url = 'https://atendimento.example.com/financeiro';
const invoice = {
  company: 'Ótica Boa Vista',
  number: '2026-000123',
  plan: 'Equipe',
  cents: 9990,
  dueDay: '2026-12-05',
  url,
};
const samples: MailData = {
  'reset-code': { code: 'K7QF2MXA', until: new Date('2026-11-16T13:57:00Z'), timeZone: 'America/Sao_Paulo', url },
  'confirm-email': { name: 'Marina', company: 'Ótica Boa Vista', url },
  welcome: { name: 'Marina', company: 'Ótica Boa Vista', plan: 'Equipe', day: '2026-11-23', url },
  'address-in-use': { url },
  'password-changed': { at: new Date('2026-11-16T13:46:00Z'), timeZone: 'America/Sao_Paulo', device: 'Windows', url },
  invitation: { inviter: 'Marina', company: 'Ótica Boa Vista', day: '2026-11-19', url },
  'invoice-issued': invoice,
  'invoice-reminder': { ...invoice, reminder: -5 },
  receipt: { ...invoice, method: 'PIX', validUntil: '2027-01-05' },
  refund: { number: '2026-000123', cents: 9990, url },
  'company-deletion': { company: 'Ótica Boa Vista', day: '2026-11-23' },
  'ai-ceiling': { company: 'Ótica', ceiling: 'month', percent: 80, limit: 5000, url },
};
const write = <K extends MailKind>(
  kind: K,
  language: (typeof mailLanguages)[number],
  data: MailData[K] = samples[kind],
) => renderLetter(writeLetter(kind, data, language, brand), brand);

describe('letters', () => {
  it.each(mailKinds)('%s is complete in each language', (kind) => {
    const written = mailLanguages.map((language) => write(kind, language));
    for (const { subject, text, html } of written) {
      expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined|NaN|Invalid/);
      expect(subject.length).toBeGreaterThan(5);
      // Nothing is loaded from anywhere.
      expect(html).not.toMatch(/<img|<link|<script|url\(/i);
      if ('url' in samples[kind]) expect([text.includes(url), html.includes(`href="${url}"`)]).toEqual([true, true]);
    }
    expect(new Set(written.map(({ subject }) => subject)).size).toBe(3);
  });

  it('writes dates, times and amounts as the language does', () => {
    expect(write('invoice-issued', 'pt').text).toContain('R$\u00A099,90');
    expect(write('invoice-issued', 'pt').text).toContain('05/12/2026');
    expect(write('reset-code', 'pt').text).toContain('Ele vale até 10:57');
    expect(write('reset-code', 'pt').subject).toBe('K7QF2MXA é o seu código do Balcão');
  });

  it('has a text for each reminder', () => {
    const subjects = ([-5, -1, 0, 1, 3, 7] as const).map(
      (reminder) => write('invoice-reminder', 'pt', { ...invoice, reminder }).subject,
    );
    expect(new Set(subjects).size).toBe(6);
  });

  it.each(mailKinds)('%s escapes every text of users [XS-08]', (kind) => {
    const hostile = `<img src=x onerror=alert(1)>"'&</td><script>x</script>\r\nBcc: x@example.com`;
    const typed = ['name', 'company', 'inviter', 'plan', 'number', 'device', 'method'];
    const data = Object.fromEntries(
      Object.entries(samples[kind]).map(([field, value]) => [field, typed.includes(field) ? hostile : value]),
    ) as (typeof samples)[typeof kind];
    for (const language of mailLanguages) {
      const { subject, html } = write(kind, language, data);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toMatch(/<img|<script/i);
      expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
    }
  });

  it('escapes what users typed, and keeps the subject on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (name, company) => {
        const hostile = `${company}\r\nBcc: x@example.com <script>"'&`;
        const { subject, html } = write('invitation', 'pt', {
          ...samples.invitation,
          inviter: `${name}\n`,
          company: hostile,
        });
        expect(subject).not.toMatch(/[\r\n]/);
        expect(html).not.toContain('<script');
        expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
      }),
    );
    const link = write('confirm-email', 'pt', { ...samples['confirm-email'], url: 'https://e.example/" onclick="x' });
    expect(link.html).not.toContain('" onclick');
  });

  it.each([
    ['#0000FF', '#ffffff'],
    ['#39ACE7', '#000000'],
    ['#FFFF00', '#000000'],
    ['#000000', '#ffffff'],
  ])('writes on a button of %s in %s', (color, ink) => {
    const { html } = renderLetter(writeLetter('receipt', samples.receipt, 'pt', brand), { ...brand, color });
    expect(html).toContain(`background:${color};color:${ink}`);
  });

  it('shows the logo of the platform, and nothing else', () => {
    const logoUrl = 'https://atendimento.example.com/public/logo.png';
    const { html } = renderLetter(writeLetter('receipt', samples.receipt, 'pt', brand), { ...brand, logoUrl });
    expect(html.match(/<img[^>]*>/g)).toEqual([
      `<img src="${logoUrl}" alt="Balcão" height="28" style="display:block;border:0">`,
    ]);
  });
});
