import { describeChannelConformance } from '../../conformance.ts';
import { createConformanceSetup } from './conformance.fixture.ts';

describeChannelConformance('Messenger', 'facebook', () => createConformanceSetup('facebook'));
describeChannelConformance('Instagram', 'instagram', () => createConformanceSetup('instagram'));
