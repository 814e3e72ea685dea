import { itemAnalysisScreen } from './itemAnalysis.tsx';
import { schoolItems } from './schoolItems.screen.ts';

export default itemAnalysisScreen(schoolItems, 'school');
