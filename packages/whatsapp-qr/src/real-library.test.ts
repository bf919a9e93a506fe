import { expect, it } from 'vitest';
import { EDIT, REVOKE, STATUS, STUB } from './events.ts';
import { versionOption } from './real-library.ts';

it('uses the enumeration values and close codes of the library', async () => {
  const { proto, DisconnectReason } = await import('baileys');
  const { Type } = proto.Message.ProtocolMessage;
  const { StubType, Status } = proto.WebMessageInfo;
  expect([REVOKE, EDIT]).toEqual([Type.REVOKE, Type.MESSAGE_EDIT]);
  expect(STUB).toEqual({
    ciphertext: StubType.CIPHERTEXT,
    missedVoice: StubType.CALL_MISSED_VOICE,
    missedVideo: StubType.CALL_MISSED_VIDEO,
    newNumber: StubType.INDIVIDUAL_CHANGE_NUMBER,
  });
  expect(STATUS).toEqual({
    error: Status.ERROR,
    sent: Status.SERVER_ACK,
    delivered: Status.DELIVERY_ACK,
    read: Status.READ,
    played: Status.PLAYED,
  });
  const { restartRequired, loggedOut, connectionReplaced, forbidden, timedOut, multideviceMismatch } = DisconnectReason;
  expect([restartRequired, loggedOut, connectionReplaced, forbidden, timedOut, multideviceMismatch]).toEqual([
    515, 401, 440, 403, 408, 411,
  ]);
});

it('uses the version of the web client that the operator names, else that of the library [F-L13]', () => {
  expect(versionOption('2.3000.1029030078')).toEqual({ version: [2, 3000, 1029030078] });
  for (const none of ['', '2.3000', 'latest', '2.3000.x']) expect(versionOption(none)).toEqual({});
});
