import { keepsThePromises } from '../../conformance.ts';
import { provingCloud } from './proving.fixture.ts';

keepsThePromises('Meta', 'whatsappapi', provingCloud);
