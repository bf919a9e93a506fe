export { isSignedBy, signatureOf } from '../body-signature.ts';

export const SIGNATURE_HEADER = 'x-sandbox-signature';
