import Household
