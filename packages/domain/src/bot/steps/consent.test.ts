import { describe, expect, it } from 'vitest';
import type { BotState } from '../dialog.ts';
import { phrases } from '../phrases.ts';
import { decisiveStep, MENU, reasonsOf, receive, textsOf } from '../turn.fixture.ts';

describe('consent [M-158]', () => {
  const on = {
    settings: { consent: { isOn: true, text: 'Usamos os seus dados assim.', link: 'https://example.com' } },
  };
  const waits: Partial<BotState> = { status: 'lgpd' };
  const question = ['Usamos os seus dados assim.', 'https://example.com', phrases.consentQuestion];
  it('is asked first, with text, link and question', () => {
    const turn = receive('oi', waits, on);
    expect([textsOf(turn), turn.state.wasAskedConsent, turn.state.botTurns, turn.state.status]).toEqual([
      question,
      true,
      1,
      'lgpd',
    ]);
    const noLink = { settings: { consent: { isOn: true, text: 'Assim.', link: '' } } };
    expect(textsOf(receive('oi', waits, noLink))).toEqual(['Assim.', phrases.consentQuestion]);
  });
  const wasAsked: Partial<BotState> = { ...waits, wasAskedConsent: true, botTurns: 2 };
  it('yes continues with the menu, and its 1 does not choose a queue', () => {
    const turn = receive('1', wasAsked, on);
    expect([turn.consents, turn.state.status, textsOf(turn), turn.state.botTurns]).toEqual([
      'yes',
      'pending',
      [MENU],
      1,
    ]);
    expect(reasonsOf(turn)).toEqual(['lgpd consentGiven', 'chatBot menuShown']);
  });
  it('no sends the farewell and closes the ticket', () => {
    const turn = receive('2', wasAsked, on);
    expect([turn.consents, textsOf(turn), turn.closes]).toEqual([
      'no',
      ['Até logo!'],
      { by: 'customer', reason: 'consentRefused' },
    ]);
  });
  it('any other answer repeats the question, up to the limit if there is one', () => {
    expect(textsOf(receive('talvez', wasAsked, on))).toEqual(question);
    expect(decisiveStep(receive('talvez', { ...wasAsked, botTurns: 3 }, on))).toBe('consent stops turnsUsedUp');
    expect(textsOf(receive('talvez', { ...wasAsked, botTurns: 99 }, { ...on, connection: { maxTurns: 0 } }))).toEqual(
      question,
    );
  });
  it('is skipped when it was switched off after the question', () => {
    const turn = receive('oi', wasAsked);
    expect([turn.state.status, turn.consents, textsOf(turn)]).toEqual(['pending', null, [MENU]]);
  });
});
