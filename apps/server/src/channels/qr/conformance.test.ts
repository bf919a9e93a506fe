import { keepsThePromises } from '../conformance.ts';
import { provingOfQr } from './proving.fixture.ts';

keepsThePromises('WhatsApp by QR', 'whatsapp', provingOfQr);
