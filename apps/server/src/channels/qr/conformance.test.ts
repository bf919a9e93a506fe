import { describeChannelConformance } from '../conformance.ts';
import { createConformanceSetup } from './conformance.fixture.ts';

describeChannelConformance('WhatsApp QR', 'whatsapp', createConformanceSetup);
