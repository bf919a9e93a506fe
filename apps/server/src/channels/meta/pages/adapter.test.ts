import { keepsThePromises } from '../../conformance.ts';
import { provingOf } from './proving.fixture.ts';

keepsThePromises('Messenger', 'facebook', () => provingOf('facebook'));
keepsThePromises('Instagram', 'instagram', () => provingOf('instagram'));
