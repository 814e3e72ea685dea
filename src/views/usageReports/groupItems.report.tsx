import { groupItems } from './groupItems.screen.ts';
import { itemAnalysisScreen } from './itemAnalysis.tsx';

export default itemAnalysisScreen(groupItems, 'group');
