import { describeChannelConformance } from '../../conformance.ts';
import { createConformanceSetup } from './conformance.fixture.ts';

describeChannelConformance('Meta', 'whatsappapi', createConformanceSetup);
