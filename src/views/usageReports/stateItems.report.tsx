import { itemAnalysisScreen } from './itemAnalysis.tsx';
import { stateItems } from './stateItems.screen.ts';

export default itemAnalysisScreen(stateItems, 'state');
