import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../kit/cpu-time.fixture.ts';
import { raisedAck, type Ack } from './ack.ts';
import { brCode, parsePixKey, pixKeyTypes } from './pix.ts';
import {
  renderVariables,
  protocolOf,
  sign,
  splitSignature,
  variableNames,
  type MessageVariables,
} from './variables.ts';

const variables: MessageVariables = {
  contactName: 'Helena Prado',
  userName: 'Caio',
  queueName: 'Suporte',
  connectionName: 'Matriz',
  ticketId: 31,
  protocol: '2026030231',
  timeZone: 'America/Sao_Paulo',
  now: new Date('2026-03-02T15:05:00Z'),
};

describe('variables', () => {
  it('are replaced by their values', () => {
    expect(
      renderVariables(
        '{{ms}}, {{firstName}}! {{ name }} {{userName}} {{queue}} {{connection}} {{ticket_id}} {{protocol}} {{date}} {{hour}}',
        variables,
      ),
    ).toBe('Boa tarde, Helena! Helena Prado Caio Suporte Matriz 31 2026030231 02/03/2026 12:05');
  });
  it.each([
    ['2026-03-02T03:00:00Z', 'Boa madrugada'],
    ['2026-03-02T09:00:00Z', 'Bom dia'],
    ['2026-03-02T15:00:00Z', 'Boa tarde'],
    ['2026-03-02T21:00:00Z', 'Boa noite'],
  ])('greet by the time of day in the company: %s', (now, greeting) => {
    expect(renderVariables('{{ms}}', { ...variables, now: new Date(now) })).toBe(greeting);
  });
  it('are replaced once: values are not parsed, prototypes are not read, unknown names stay [FZ-03]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, contactName) => {
        const out = renderVariables(`${text}{{name}}`, { ...variables, contactName });
        expect(out.endsWith(contactName)).toBe(true);
      }),
    );
    expect(renderVariables('{{name}}', { ...variables, contactName: '{{userName}} $& $1' })).toBe('{{userName}} $& $1');
    expect(renderVariables('{{constructor}} {{__proto__}} {{nada}}', variables)).toBe(
      '{{constructor}} {{__proto__}} {{nada}}',
    );
    expect(variableNames).toHaveLength(10);
  });
  it('give one protocol per ticket', () => {
    expect(protocolOf(31, new Date('2026-03-02T02:00:00Z'), 'America/Sao_Paulo')).toBe('2026030131');
    expect(sign('Oi', ' Caio ')).toBe('*Caio:*\nOi');
    expect(splitSignature('*Caio:*\nOi')).toEqual(['Caio', 'Oi']);
    expect(splitSignature('*Atenção:* oi')).toEqual(['', '*Atenção:* oi']);
  });
});

const isFull = process.env['PROOF'] === 'full';

describe('any text as a PIX key', () => {
  const noise = fc
    .array(
      fc.oneof(
        fc.constantFrom('12345678909', '12345678000195', '11987654321', '123e4567-e12b-12d1-a456-426655440000'),
        fc.constantFrom('+55', '.', '-', '/', '@', 'loja@example.com', ' ', 'A'),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''));

  it(
    'is refused, or becomes a short key that is its own normal form [FZ-07]',
    () => {
      fc.assert(
        fc.property(fc.constantFrom(...pixKeyTypes), noise, (type, typed) => {
          const parsed = parsePixKey(type, typed);
          if (!parsed.ok) return;
          expect(parsed.value).toMatch(/^[\x21-\x7e]{1,77}$/);
          expect(parsePixKey(type, parsed.value)).toEqual(parsed);
        }),
        { numRuns: isFull ? 1_000_000 : 5000 },
      );
    },
    isFull ? 3_600_000 : 60_000,
  );

  it.each(pixKeyTypes)('of a megabyte is refused at once as %s [DX-03] [FZ-07]', (type) => {
    for (const piece of ['1', 'a@a.', 'a-', '+', ' ']) {
      const typed = piece.repeat(1_000_000);
      expect(parsePixKey(type, typed).ok).toBe(false);
      expect(cpuMs(() => parsePixKey(type, typed))).toBeLessThan(10);
    }
  });
});

describe('PIX charge', () => {
  it.each([
    ['PHONE', '11987654321', '+5511987654321'],
    ['PHONE', '+5511987654321', '+5511987654321'],
    ['PHONE', '5511987654321', '+5511987654321'],
    ['CPF', '123.456.789-09', '12345678909'],
    ['CNPJ', '12.345.678/0001-95', '12345678000195'],
    ['EMAIL', 'Loja@Example.com', 'loja@example.com'],
    ['EVP', '123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ] as const)('normalizes the %s key %s to %s [M-113]', (type, typed, key) => {
    expect(parsePixKey(type, typed)).toEqual({ ok: true, value: key });
  });
  it.each([
    ['CPF', '123'],
    ['PHONE', '+1 555 0100'],
    ['EMAIL', 'loja'],
    ['EVP', 'qualquer'],
    ['CNPJ', ''],
  ] as const)('refuses the %s key %j', (type, typed) => {
    expect(parsePixKey(type, typed)).toEqual({ ok: false, code: 'ERR_PIX_KEY' });
  });
  it.each([
    ['CPF', '123.456.789-00'],
    ['CPF', '111.111.111-11'],
    ['CNPJ', '12.345.678/0001-94'],
    ['CNPJ', '00.000.000/0000-00'],
    ['CNPJ', '12.ABC.345/01DE-36'],
    ['PHONE', '81 3221-44'],
    ['PHONE', '01 98765-4321'],
    ['PHONE', '11 18765-4321'],
    ['EMAIL', 'loja@example'],
    ['EMAIL', 'loja @example.com'],
    ['EVP', '123e4567-e12b-12d1-a456-42665544000'],
  ] as const)('refuses the %s key %j, which no bank would accept [F-U15]', (type, typed) => {
    expect(parsePixKey(type, typed)).toEqual({ ok: false, code: 'ERR_PIX_KEY' });
  });
  it.each([
    ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['CPF', '529.982.247-25', '52998224725'],
    ['PHONE', '(81) 3221-4400', '+558132214400'],
  ] as const)('accepts the %s key %s as %s [F-U15]', (type, typed, key) => {
    expect(parsePixKey(type, typed)).toEqual({ ok: true, value: key });
  });
  it("equals the central bank's example including the checksum", () => {
    expect(
      brCode({
        key: '123e4567-e12b-12d1-a456-426655440000',
        merchantName: 'Fulano de Tal',
        city: 'BRASILIA',
        cents: null,
      }),
    ).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    );
  });
  it('contains the amount in reais and the name without accents', () => {
    const code = brCode({ key: '+5511987654321', merchantName: 'Ótica Boa Vista — Matriz São João', cents: 1999 });
    expect(code).toContain('540519.99');
    expect(code).toContain('5925Otica Boa Vista  Matriz S');
  });
});

it('an acknowledgement never decreases, in any order of receipts', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (receipts) => {
      const final = receipts.reduce<Ack>((ack, received) => raisedAck(ack, received as Ack), 0);
      expect(final).toBe(Math.max(0, ...receipts));
    }),
  );
});
