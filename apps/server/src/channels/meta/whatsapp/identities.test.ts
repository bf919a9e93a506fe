import { describe, expect, it } from 'vitest';
import { AT, change, parse, message } from './parse.fixture.ts';

describe('identities', () => {
  const text = { type: 'text', text: { body: 'x' } };
  const bsuid = { kind: 'bsuid', value: 'BR.13491208655302741918', scope: '102290129340398' };
  const of = (from: object, profiles: object[]) => {
    const { from: _, ...frame } = message(text);
    return parse(change({ contacts: profiles, messages: [{ ...frame, ...from }] }));
  };
  it('are a number, a business-scoped id, or both', () => {
    const both = of({ from: '5500987650001', from_user_id: bsuid.value }, [
      { profile: { name: 'Helena', username: 'helena.l' }, wa_id: '5500987650001', user_id: bsuid.value },
    ]);
    expect(both).toMatchObject([
      { peer: { identities: [{ kind: 'phone', value: '5500987650001' }, bsuid], name: 'Helena' } },
    ]);
    const hidden = of({ from_user_id: bsuid.value }, [{ profile: { username: 'helena.l' }, user_id: bsuid.value }]);
    expect(hidden).toMatchObject([{ peer: { identities: [bsuid], name: 'helena.l' } }]);
    // The id is in the field of the number, or only in the contact.
    expect(of({ from: bsuid.value }, [])).toMatchObject([{ peer: { identities: [bsuid] } }]);
    expect(of({}, [{ profile: { name: 'Helena' }, user_id: bsuid.value }])).toMatchObject([
      { peer: { identities: [bsuid], name: 'Helena' } },
    ]);
  });
  it('use a user name only without another id, because user names change owners', () => {
    expect(of({}, [{ profile: { username: 'helena.l' } }])).toMatchObject([
      { peer: { identities: [{ kind: 'username', value: 'helena.l', scope: '102290129340398' }] } },
    ]);
  });
  it('match contacts with and without the Brazilian ninth digit', () => {
    expect(of({ from: '550087650001' }, [{ profile: { name: 'Helena' }, wa_id: '550087650001' }])).toMatchObject([
      { peer: { name: 'Helena' } },
    ]);
    expect(of({ from: '551187650001' }, [{ profile: { name: 'Helena' }, wa_id: '5511987650001' }])).toMatchObject([
      { peer: { name: 'Helena' } },
    ]);
  });
  it('change with a new number or a new business-scoped id', () => {
    const system = { type: 'user_changed_number', wa_id: '5500987650009', body: 'x' };
    expect(parse(change({ messages: [message({ type: 'system', system })] }))).toEqual([
      {
        type: 'renumbered',
        from: { identities: [{ kind: 'phone', value: '5500987650001' }], isGroup: false },
        peer: { identities: [{ kind: 'phone', value: '5500987650009' }], isGroup: false },
        at: AT,
      },
    ]);
    const { from: _, ...nameless } = message({
      type: 'system',
      system: { type: 'user_changed_user_id', user_id: 'BR.NEW', previous_user_id: bsuid.value },
    });
    expect(parse(change({ messages: [{ ...nameless, from_user_id: 'BR.NEW' }] }))).toMatchObject([
      { type: 'renumbered', from: { identities: [bsuid] }, peer: { identities: [{ ...bsuid, value: 'BR.NEW' }] } },
    ]);
    const update = {
      wa_id: '5500987650001',
      user_id: { previous: bsuid.value, current: 'BR.NEW' },
      timestamp: '1739321024',
    };
    expect(parse(change({ user_id_update: [update] }, 'user_id_update'))).toMatchObject([
      {
        type: 'renumbered',
        from: { identities: [bsuid] },
        peer: { identities: [{ kind: 'phone' }, { value: 'BR.NEW' }] },
      },
    ]);
  });
});
