import { describe, expect, it } from 'vitest';
import { AT, change, parse } from './parse.fixture.ts';

describe('account updates', () => {
  const health = (update: string, detail: string) => ({ type: 'health', update, detail, at: AT });
  const log = (label: string, detail: string) => ({ type: 'logged', label, detail, at: AT });
  const updates: [field: string, value: object, events: object[]][] = [
    [
      'phone_number_quality_update',
      { event: 'FLAGGED', current_limit: 'TIER_1K' },
      [health('quality-low', 'FLAGGED'), health('limit', '1000')],
    ],
    // For another number of the business account only the shared limit applies.
    [
      'phone_number_quality_update',
      {
        event: 'FLAGGED',
        display_phone_number: '+55 00 3333-0002',
        current_limit: 'TIER_50',
        max_daily_conversations_per_business: 'TIER_10K',
      },
      [health('limit', '10000')],
    ],
    [
      'phone_number_quality_update',
      { event: 'UNFLAGGED', display_phone_number: '550033330001', current_limit: 'TIER_100K' },
      [health('quality-high', 'UNFLAGGED'), health('limit', '100000')],
    ],
    [
      'phone_number_quality_update',
      { event: 'UPGRADE', current_limit: 'TIER_UNLIMITED' },
      [health('limit', 'unlimited')],
    ],
    ['business_capability_update', { max_daily_conversation_per_phone: 250 }, [health('limit', '250')]],
    ['business_capability_update', { max_daily_conversations_per_business: -1 }, [health('limit', 'unlimited')]],
    ['business_capability_update', { max_daily_conversations_per_business: '-1' }, [health('limit', 'unlimited')]],
    ['business_capability_update', { max_daily_conversations_per_business: -2 }, []],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      [health('banned', 'DISABLED_UPDATE: DISABLE')],
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      [health('restored', 'DISABLED_UPDATE: REINSTATE')],
    ],
    [
      'account_update',
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: '1739321024' }],
      },
      [{ ...health('restricted', `ACCOUNT_RESTRICTION: RESTRICTED_BIZ_INITIATED_MESSAGING → ${AT}`), until: AT }],
    ],
    ['account_update', { event: 'PARTNER_REMOVED' }, [health('banned', 'PARTNER_REMOVED')]],
    ['account_update', { event: 'VERIFIED_ACCOUNT' }, [log('account_update', 'VERIFIED_ACCOUNT')]],
    [
      'account_alerts',
      { alert_info: { alert_severity: 'CRITICAL', alert_type: 'X', alert_description: 'Pare' } },
      [health('restricted', 'Pare')],
    ],
    [
      'account_alerts',
      { alert_severity: 'INFORMATIONAL', alert_type: 'OBA_APPROVED' },
      [log('account_alerts', 'OBA_APPROVED')],
    ],
    [
      'message_template_status_update',
      {
        event: 'REJECTED',
        message_template_name: 'promo',
        message_template_language: 'pt_BR',
        reason: 'ABUSIVE_CONTENT',
      },
      [{ type: 'template', name: 'promo', language: 'pt_BR', status: 'rejected', because: 'ABUSIVE_CONTENT' }],
    ],
    [
      'message_template_status_update',
      {
        event: 'PAUSED',
        message_template_name: 'promo',
        message_template_language: 'pt_BR',
        reason: 'NONE',
        other_info: { description: 'Qualidade' },
      },
      [{ type: 'template', name: 'promo', language: 'pt_BR', status: 'paused', because: 'Qualidade' }],
    ],
    [
      'message_template_quality_update',
      {
        message_template_name: 'promo',
        message_template_language: 'pt_BR',
        previous_quality_score: 'GREEN',
        new_quality_score: 'RED',
      },
      [{ type: 'template', name: 'promo', language: 'pt_BR', because: 'quality RED' }],
    ],
    ['template_category_update', { message_template_name: 'promo' }, [log('template_category_update', 'promo')]],
    ['security', { event: 'PIN_CHANGED', requester: '123' }, [log('security', 'PIN_CHANGED')]],
    [
      'user_preferences',
      { user_preferences: [{ wa_id: '5500987650001', category: 'marketing_messages', value: 'stop' }] },
      [
        {
          type: 'preference',
          peer: { identities: [{ kind: 'phone', value: '5500987650001' }], isGroup: false },
          wantsMarketing: false,
          at: expect.any(String) as string,
        },
      ],
    ],
    [
      'user_preferences',
      { user_preferences: [{ wa_id: '5500987650001', category: 'holograms', value: 'stop', timestamp: 1739321024 }] },
      [log('user_preferences', 'holograms · stop')],
    ],
    [
      'smb_app_state_sync',
      { state_sync: [{ type: 'contact', action: 'add', contact: { phone_number: '5500987650001' } }] },
      [],
    ],
  ];
  it.each(updates)('parses %s %j', (field, value, events) => {
    expect(parse({ field, value })).toEqual(events);
  });
  it('logs unexpected updates [F-G1]', () => {
    expect(parse({ field: 'account_update', value: { event: 7 } })).toEqual([log('account_update', '')]);
    expect(parse({ field: 'holograms', value: { x: 1 } })).toEqual([log('holograms', '')]);
    expect(parse(change({ errors: [{ code: 131031, title: 'Locked' }] }))).toMatchObject([
      { type: 'health', update: 'restricted' },
    ]);
    expect(parse(change({ errors: [{ code: 130429, title: 'Rate' }] }))).toMatchObject([
      { type: 'logged', label: 'error.130429', detail: '130429: Rate' },
    ]);
  });
});
